import type { Repository } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from '../../lib/link.tsx'
import { message, richMessage } from '../../lib/messages.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { CodeLines } from '../../shared/code-line.tsx'
import { Empty } from '../../shared/empty.tsx'
import { useFormats } from '../../shared/formats.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { publishLines } from './publish-lines.ts'
import { forgetPackageLists, repositoryList } from './queries.ts'

/** An installation without packages: the commands that put the first one here. */
export function FirstPublish() {
  const list = useQuery(repositoryList)
  const user = useCurrentUser()
  useEffect(forgetPackageLists, [])
  if (list.data === undefined) return null
  const local = list.data.filter(({ kind, format }) => kind === 'local' && publishLines[format] !== undefined)
  if (local.length > 0) return <PublishGuide repositories={local} />
  if (user?.isAdmin !== true) return <Empty title={message('packages.emptyForbidden')} />
  return (
    <Empty title={message('packages.emptyTitle')} text={message('packages.emptyNoRepository')}>
      <Link to="/admin/repositories" className={buttonClass('filled')}>
        {message('packages.emptyCreate')}
      </Link>
    </Empty>
  )
}

function PublishGuide({ repositories }: { repositories: Repository[] }) {
  const labels = useFormats()
  const formats = [...new Set(repositories.map(({ format }) => format))].toSorted()
  const [chosen, setChosen] = useState(formats[0] ?? '')
  const repository = repositories.find(({ format }) => format === chosen)
  if (repository === undefined) return null
  const lines = publishLines[chosen]?.(repository.url) ?? []
  return (
    <Empty
      title={message('packages.emptyTitle')}
      text={richMessage('packages.emptyText', { repository: <code>{repository.key}</code> })}
    >
      {formats.length < 2 ? null : (
        <Segmented
          label={message('packages.types')}
          options={formats.map((id) => ({
            value: id,
            label: labels.find((format) => format.id === id)?.label ?? id,
          }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <CodeLines lines={lines} what={message('packages.command')} />
      <p>{message('packages.emptyThen')}</p>
    </Empty>
  )
}
