// Asks for a ping again and again, in a thread of its own, so that what else this program does is not part of the times.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const agent = new Agent({ keepAlive: true })
const times: number[] = []
let isEnough = false
parentPort?.once('message', () => (isEnough = true))

do {
  const began = performance.now()
  await ping(String(workerData))
  times.push(performance.now() - began)
  await sleep(20)
} while (!isEnough)
parentPort?.postMessage(times)

function ping(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => answer.resume().on('end', resolve)).on('error', reject)
  })
}
