import { permissions } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { splitPatterns } from '../../lib/patterns.ts'
import { RefusedIcon, SuccessIcon } from '../../ui/icons.ts'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './permission-editor.module.css'

/** Paths to try the patterns on; the server answers, because it is the one that will decide. */
export function PatternTester({ includes, excludes }: { includes: string[]; excludes: string[] }) {
  const [text, setText] = useState('')
  const paths = splitPatterns(useSettled(text, 300)).slice(0, 200)
  const result = useQuery({
    ...query(permissions.testPatterns, {
      body: { includePatterns: includes.length === 0 ? ['**'] : includes, excludePatterns: excludes, paths },
    }),
    enabled: paths.length > 0,
    placeholderData: keepPreviousData,
  })
  return (
    <div>
      <TextArea
        label={message('permissions.tryPaths')}
        description={message('permissions.tryPathsHelp')}
        placeholder="@acme/ui/-/ui-5.0.0.tgz"
        rows={2}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={styles['tests']} aria-live="polite">
        {paths.length === 0
          ? null
          : result.data?.map(({ path, isCovered, pattern }) => {
              const Glyph = isCovered ? SuccessIcon : RefusedIcon
              return (
                <li key={path} className={styles['test']} data-look={isCovered ? 'ok' : 'error'}>
                  <Glyph size="1rem" stroke={1.75} aria-hidden="true" />
                  <code>{path}</code>
                  {message(
                    isCovered
                      ? 'permissions.covered'
                      : pattern === null
                        ? 'permissions.notCovered'
                        : 'permissions.excluded',
                  )}
                  {pattern === null ? null : <code>{pattern}</code>}
                </li>
              )
            })}
      </ul>
    </div>
  )
}
