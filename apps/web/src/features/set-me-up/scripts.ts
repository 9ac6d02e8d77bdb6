// All that a client needs as one text: to run in a shell, or as a step of a build. Pure.
import type { ClientGuide } from '@bindery/contracts'

interface Filled {
  settings: ClientGuide['settings']
  check: string[]
  commands: string[]
}

/** The variable that holds the token where no person sits. */
export const tokenVariable = 'BINDERY_TOKEN'
export const tokenReference = `\${${tokenVariable}}`

export const everything = ({ settings, check, commands }: Filled): string =>
  [
    ...(settings === undefined ? [] : [`# ${settings.file}`, ...settings.lines, '']),
    ...check,
    ...commands,
  ].join('\n')

export const shellScript = (filled: Filled): string => ['#!/bin/sh', 'set -e', ...body(filled), ''].join('\n')

/** The token comes from the secrets of the repository there. */
export const workflowStep = (filled: Filled): string =>
  [
    '- name: Set up Bindery',
    '  env:',
    `    ${tokenVariable}: \${{ secrets.${tokenVariable} }}`,
    '  run: |',
    ...body(filled).map((line) => (line === '' ? '' : `    ${line}`)),
    '',
  ].join('\n')

/** What a person fills in is no part of a script. */
const runnable = (lines: string[]) => lines.filter((line) => !/<[^>]+>/.test(line))

/** The file is added to, so that what it holds already stays. The mark is quoted where nothing is to be filled in. */
function body({ settings, check, commands }: Filled): string[] {
  const lines = runnable([...check, ...commands])
  if (settings === undefined) return lines
  const isFilledLater = settings.lines.some((line) => line.includes(tokenReference))
  const file = settings.file.replace(/^~\//, '"$HOME"/')
  return [
    ...(file.includes('/') ? [`mkdir -p "$(dirname ${file})"`] : []),
    `cat >> ${file} <<${isFilledLater ? 'END' : "'END'"}`,
    ...settings.lines,
    'END',
    ...lines,
  ]
}

/** Where the file lies on Windows. */
export const windowsFile = (file: string) =>
  file.startsWith('~/') ? `%USERPROFILE%\\${file.slice(2).replaceAll('/', '\\')}` : file
