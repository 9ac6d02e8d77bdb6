import { useState } from 'react'
import { matchesPattern, splitPatterns } from '../../lib/patterns.ts'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { PatternList } from '../../shared/pattern-list.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { textOf } from './repository-draft.ts'
import type { SectionProps } from './section-props.ts'

/** Which paths the repository takes and gives, with a path to try them on. */
export function PatternsSection({ draft: { config }, set }: SectionProps) {
  const [path, setPath] = useState('')
  const includes = splitPatterns(textOf(config, 'includesPattern'))
  const excludes = splitPatterns(textOf(config, 'excludesPattern'))
  const isIn =
    (includes.length === 0 || includes.some((one) => matchesPattern(one, path))) &&
    !excludes.some((one) => matchesPattern(one, path))
  return (
    <FormSection title={message('repository.patterns')} text={message('repository.patternsText')}>
      <PatternList
        label={message('repository.includes')}
        values={includes}
        onChange={(values) => set({ includesPattern: values.join(',') || '**/*' })}
      />
      <PatternList
        label={message('repository.excludes')}
        values={excludes}
        onChange={(values) => set({ excludesPattern: values.join(',') })}
      />
      <TextField
        label={message('repository.tryPath')}
        placeholder="org/acme/app/1.0/app-1.0.jar"
        autoComplete="off"
        spellCheck={false}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <div role="status">
        {path.trim() === '' ? null : (
          <Tag look={isIn ? 'ok' : 'warn'}>{message(isIn ? 'repository.isIn' : 'repository.isOut')}</Tag>
        )}
      </div>
    </FormSection>
  )
}
