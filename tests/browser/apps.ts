// The applications of one worker: the one with the usual settings stays, one with other settings lives until a file asks
// for others again. A worker for each set of settings would start Node and the browser anew each time.
import { startTestApp, type TestApp } from '../support/app.ts'
import { seed } from './seed.ts'

export type AppEnv = Record<string, string>

export class Apps {
  #usual: Promise<TestApp> | undefined
  #other: { key: string; app: Promise<TestApp> } | undefined

  async get(env: AppEnv): Promise<TestApp> {
    const key = JSON.stringify(env)
    if (key === '{}') return (this.#usual ??= startSeeded(env))
    if (this.#other?.key !== key) {
      await this.#closeOther()
      this.#other = { key, app: startSeeded(env) }
    }
    return this.#other.app
  }

  async close(): Promise<void> {
    await this.#closeOther()
    await (await this.#usual)?.close()
  }

  async #closeOther(): Promise<void> {
    const other = this.#other
    this.#other = undefined
    await (await other?.app)?.close()
  }
}

async function startSeeded(env: AppEnv): Promise<TestApp> {
  const app = await startTestApp({ env })
  await seed(app)
  return app
}
