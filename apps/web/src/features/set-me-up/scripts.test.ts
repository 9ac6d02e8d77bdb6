import { expect, test } from 'vitest'
import { everything, shellScript, windowsFile, workflowStep } from './scripts.ts'

const npm = {
  settings: { file: '~/.npmrc', lines: ['registry=https://x/', '//x/:_authToken=secret'] },
  check: ['npm ping'],
  commands: ['npm install <package>'],
}

test('everything is the file and the commands, one below the other', () => {
  expect(everything(npm)).toBe(
    '# ~/.npmrc\nregistry=https://x/\n//x/:_authToken=secret\n\nnpm ping\nnpm install <package>',
  )
  expect(everything({ ...npm, settings: undefined })).toBe('npm ping\nnpm install <package>')
})

test('a script adds to the file in the home folder, and a token is never read by the shell', () => {
  expect(shellScript(npm)).toBe(
    `#!/bin/sh\nset -e\nmkdir -p "$(dirname "$HOME"/.npmrc)"\ncat >> "$HOME"/.npmrc <<'END'\nregistry=https://x/\n//x/:_authToken=secret\nEND\nnpm ping\n`,
  )
})

test('a step of a build takes the token from its secrets', () => {
  const lines = ['//x/:_authToken=${BINDERY_TOKEN}']
  const step = workflowStep({ ...npm, settings: { file: '~/.npmrc', lines } })
  expect(step).toContain('    BINDERY_TOKEN: ${{ secrets.BINDERY_TOKEN }}\n')
  expect(step).toContain('    cat >> "$HOME"/.npmrc <<END\n    //x/:_authToken=${BINDERY_TOKEN}\n    END\n')
})

test('the home folder has another name on Windows', () => {
  expect(windowsFile('~/.config/pip/pip.conf')).toBe('%USERPROFILE%\\.config\\pip\\pip.conf')
  expect(windowsFile('.npmrc')).toBe('.npmrc')
})
