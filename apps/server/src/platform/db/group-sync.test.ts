import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { GroupSync } from './group-sync.ts'

function countingGroup() {
  const running: PromiseWithResolvers<void>[] = []
  const group = new GroupSync(() => {
    const sync = Promise.withResolvers<void>()
    running.push(sync)
    return sync.promise
  })
  return { group, running }
}

test('everybody who writes while a sync is running shares the next one', async () => {
  const { group, running } = countingGroup()
  group.mark()
  const first = group.flush()
  const others = [1, 2, 3].map(() => {
    group.mark()
    return group.flush()
  })
  expect(running).toHaveLength(1)
  running[0]?.resolve()
  await first
  await setImmediate()
  expect(running).toHaveLength(2)
  running[1]?.resolve()
  await Promise.all(others)
  expect(running).toHaveLength(2)
})

test('those who wrote before a sync began share it, whenever they ask', async () => {
  const { group, running } = countingGroup()
  group.mark()
  group.mark()
  const flushed = [group.flush(), group.flush()]
  await setImmediate()
  flushed.push(group.flush())
  running[0]?.resolve()
  await Promise.all(flushed)
  expect(running).toHaveLength(1)
})

test('a sync that began before the write does not count for it', async () => {
  const { group, running } = countingGroup()
  group.mark()
  void group.flush()
  group.mark()
  let isDurable = false
  void group.flush().then(() => (isDurable = true))
  running[0]?.resolve()
  await setImmediate()
  expect(isDurable).toBe(false)
  running[1]?.resolve()
  await setImmediate()
  expect(isDurable).toBe(true)
})

test('nothing is synced when nothing was written', async () => {
  const { group, running } = countingGroup()
  await group.flush()
  expect(running).toHaveLength(0)
})

test('after a failed sync nothing is ever called durable again', async () => {
  const { group, running } = countingGroup()
  group.mark()
  const failed = group.flush()
  running[0]?.reject(new Error('input/output error'))
  await expect(failed).rejects.toThrow('input/output error')
  group.mark()
  await expect(group.flush()).rejects.toThrow('input/output error')
  expect(running).toHaveLength(1)
})
