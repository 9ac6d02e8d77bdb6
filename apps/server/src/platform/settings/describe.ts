// The manual page of the settings, made from the same entries that the program reads.
import { environmentName, flagName, type Setting, type Settings } from './setting.ts'

export function describeSettings(settings: Settings, introduction: string): string {
  const sections = Object.entries(settings).map(([key, setting]) => describe(key, setting))
  return `${introduction.trim()}\n\n${overview(settings)}\n\n${sections.join('\n\n')}\n`
}

function overview(settings: Settings): string {
  const rows = Object.entries(settings).map(
    ([key, setting]) =>
      `| [\`${key}\`](#${key.toLowerCase()}) | \`${environmentName(key)}\` | ${defaultOf(setting)} |`,
  )
  return ['| Setting | Environment | Default |', '|---|---|---|', ...rows].join('\n')
}

function describe(key: string, setting: Setting): string {
  const lines = [
    `## ${key}`,
    '',
    setting.sentence,
    '',
    `- Value: ${setting.type.description ?? 'text'}`,
    `- Default: ${defaultOf(setting)}`,
    `- Environment: \`${environmentName(key)}=${setting.example}\``,
    setting.isSecret
      ? `- Secret: never printed; not taken as a flag; \`${environmentName(key)}_FILE\` may name a file that holds it`
      : `- Flag: \`${flagName(key)} ${setting.example}\``,
  ]
  return lines.join('\n')
}

function defaultOf(setting: Setting): string {
  if (setting.default === undefined) return 'none'
  return setting.default === '' ? 'empty' : `\`${setting.default}\``
}
