import type { Metadata } from 'next'
import { AnswerList } from '@/app/_components/answer-list'
import { Shell } from '@/app/_components/shell'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'

export const metadata: Metadata = { title: 'Answers' }

const mostAnswers = 200

export default async function Page() {
  const answers = await getRuntime().answers(await currentIdentity(), mostAnswers)
  return (
    <Shell>
      <h1>Answers</h1>
      {answers.length === 0 ? <p className="measure">Nothing has been asked yet. Write a question in the box and press Ask.</p> : <AnswerList answers={answers} />}
      {answers.length === mostAnswers && <p className="quiet">The newest {mostAnswers}.</p>}
    </Shell>
  )
}
