import { headers } from 'next/headers'
import type { AnswerRun } from '@/lib/answers'

interface ConnectionWatchProps {
  readonly run: Pick<AnswerRun, 'answerId' | 'revision'>
}

/**
 * Runs as it stands in the page, from nothing that would have to be fetched from a server that is gone; a browser does
 * not tell a page that its stream broke off. While the page waits for a sentence it asks how the answer is: nobody
 * answers, or for a while it has been told that nothing runs any more, and the rest of the stream will not come.
 */
const watch = (address: string) => `(() => {
  const notice = document.getElementById('connection-lost')
  let ended = 0
  const look = async () => {
    if (document.querySelector('main .checking') === null) {
      notice.hidden = true
      return
    }
    let lost = false
    try {
      const { state } = await (await fetch(${JSON.stringify(address)}, { cache: 'no-store' })).json()
      ended = state === 'running' ? 0 : ended + 1
      lost = ended > 2
    } catch {
      lost = true
    }
    notice.hidden = !lost || document.querySelector('main .checking') === null
    setTimeout(look, 2000)
  }
  setTimeout(look, 2000)
})()`

/** Says when the connection was lost before a running answer was complete, and offers to load it again. Stands before the answer. */
export async function ConnectionWatch({ run }: ConnectionWatchProps) {
  const nonce = (await headers()).get('x-nonce')
  return (
    <>
      <div role="status">
        <p id="connection-lost" className="notice" hidden suppressHydrationWarning>
          The connection to K81R was lost before this answer was complete. <a href="">Load this page again</a>
        </p>
      </div>
      <script {...(nonce === null ? {} : { nonce })} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: watch(`/api/answers/${run.answerId}?revision=${run.revision}`) }} />
    </>
  )
}
