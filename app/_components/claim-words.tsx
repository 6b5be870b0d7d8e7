import { Fragment } from 'react'
import type { AnswerClaim } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import { AuthoredLine } from './authored-line'
import { layOutClaim } from './claim-layout'
import { nowhere, type AddressOf } from './link-address'

interface ClaimWordsProps {
  readonly claim: Pick<AnswerClaim, 'text' | 'quoted'> & Parameters<typeof layOutClaim>[0]
  /** The evidence of its only citation, where it is kept. */
  readonly item: EvidenceItem | null
  /** Where links in the author's words lead; without it, to a search. */
  readonly addressOf?: AddressOf
}

/** What a claim says, as a person reads it: the author's words in quotation marks, everything else without. */
export function ClaimWords({ claim, item, addressOf }: ClaimWordsProps) {
  const layout = layOutClaim(claim, item)
  if (layout.kind === 'picture') return layout.text === '' ? <>A picture in the note, without a name</> : <>A picture in the note, there called “{layout.text}”</>
  const words = layout.kind === 'code' ? <code className="whitespace-pre-wrap wrap-anywhere">{layout.text}</code> : layout.lines.map(({ mark, text }, at) => (
    <Fragment key={at}>
      {at > 0 && '\n'}{mark}
      {/* A row as a sentence, or a model's own words: their links lead away from nothing that the claim says. */}
      <AuthoredLine text={text} definitions={layout.definitions} {...(claim.quoted ? (addressOf === undefined ? {} : { addressOf }) : { addressOf: nowhere })} />
    </Fragment>
  ))
  return claim.quoted ? <>“{words}”</> : words
}

/** Whether a claim's words take several lines, which a page must keep. */
export function takesLines(claim: ClaimWordsProps['claim'], item: EvidenceItem | null): boolean {
  const layout = layOutClaim(claim, item)
  return layout.kind === 'lines' && layout.lines.length > 1
}
