import type { AnswerRecord, AnswerRun } from '@/lib/answers'
import type { AnswerFeed } from '@/lib/runtime'

/** How an answer ended; what it is so far where it has not ended within the time. */
export async function endSoon(feed: AnswerFeed, patienceMs: number): Promise<AnswerRecord | AnswerRun> {
  if (feed.record !== null) return feed.record
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<AnswerRun>((resolve) => {
    timer = setTimeout(() => {
      resolve(feed.run)
    }, patienceMs)
  })
  const end = await Promise.race([feed.end(), patience])
  clearTimeout(timer)
  return end
}
