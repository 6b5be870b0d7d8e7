import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ServingTraffic } from './serving-traffic'

test('background work waits while a statement of the serving side runs, and for the next of the same search', async () => {
  const traffic = new ServingTraffic()
  const order: string[] = []
  const search = (async () => {
    await traffic.serve(async () => { await sleep(20); order.push('first') })
    await traffic.serve(async () => { await sleep(20); order.push('second') })
  })()
  await Promise.all([search, traffic.lull().then(() => order.push('background'))])
  expect(order).toEqual(['first', 'second', 'background'])
})

test('background work goes on although the serving side never pauses, and at once when nobody is served', async () => {
  const traffic = new ServingTraffic()
  await traffic.lull()
  let ended = false
  const endless = traffic.serve(async () => { while (!ended) await sleep(5) })
  await traffic.lull()
  ended = true
  await endless
})

test('a statement that fails counts as ended', async () => {
  const traffic = new ServingTraffic()
  await expect(traffic.serve(() => Promise.reject(new Error('no such table')))).rejects.toThrow('no such table')
  await traffic.lull()
})
