import { afterEach, describe, expect, test } from 'vitest'
import { createNpm, npmPrograms, type Npm } from './npm-program.ts'

// Nothing listens on port 1: a program that reaches for any server fails at once.
const nowhere = 'http://127.0.0.1:1/'

describe.each(npmPrograms)('%s', (program) => {
  let npm: Npm

  afterEach(() => npm.remove())

  test('is the major version that its name says', async () => {
    npm = createNpm(program, nowhere)
    const { code, stdout } = await npm.run(['--version'])
    expect({ code, major: stdout.split('.')[0] }).toEqual({ code: 0, major: program.slice('npm-'.length) })
  })

  test('sees its own home and the server under test, and no setting of the machine', async () => {
    npm = createNpm(program, nowhere)
    npm.configure(['save-prefix=~'])
    const { stdout } = await npm.run(['config', 'list', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      registry: nowhere,
      cache: `${npm.home}/.cache`,
      userconfig: `${npm.home}/.npmrc`,
      globalconfig: `${npm.home}/global-npmrc`,
      'save-prefix': '~',
    })
  })

  test('types answers to prompts, and a failure comes back as its code and words', async () => {
    npm = createNpm(program, nowhere)
    const { code, stdout, stderr } = await npm.run(['login', '--auth-type=legacy'], {
      answers: [
        { when: /Username/, say: 'ann' },
        { when: /Password/, say: 'secret' },
      ],
    })
    expect(code).not.toBe(0)
    expect(stdout + stderr).toMatch(/Password/)
    expect(stderr).toMatch(/ECONNREFUSED/)
  })
})
