// The Learning Center: our own manual, beside the page one is at.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { createPreference } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { Readme } from '../../shared/markdown/readme.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { Button } from '../../ui/button.tsx'
import { BackIcon, BookIcon, SuccessIcon } from '../../ui/icons.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type Article, loadArticles } from './articles.ts'
import styles from './learning-panel.module.css'

const articles = { queryKey: ['articles'], queryFn: loadArticles, staleTime: Number.POSITIVE_INFINITY }
const readArticles = createPreference<string[]>('readArticles', [])

export function LearningPanel({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(articles)
  const [opened, setOpened] = useState<string | undefined>(undefined)
  const article = data?.find(({ id }) => id === opened)
  return (
    <Sheet label={message('spec.learningCenter')} side="end" onClose={onClose}>
      {error === null ? null : (
        <PanelError title={message('learning.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined ? null : article === undefined ? (
        <Shelf articles={data} onOpen={setOpened} />
      ) : (
        <Reading article={article} onBack={() => setOpened(undefined)} />
      )}
    </Sheet>
  )
}

function Shelf({ articles: all, onOpen }: { articles: Article[]; onOpen: (id: string) => void }) {
  const [filter, setFilter] = useState('')
  const read = useStore(readArticles)
  const wanted = filter.trim().toLowerCase()
  const shown = all.filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(wanted))
  return (
    <div className={styles['shelf']}>
      <SearchField
        label={message('learning.find')}
        placeholder={message('learning.find')}
        data-autofocus
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <p role="status" className={styles['count']}>
        {message('learning.count', { count: shown.length })}
      </p>
      <ul className={styles['list']}>
        {shown.map(({ id, title, summary }) => (
          <li key={id}>
            <button type="button" className={styles['article']} onClick={() => onOpen(id)}>
              <BookIcon size="1.25rem" stroke={1.5} aria-hidden="true" />
              <span className={styles['words']}>
                <span className={styles['title']}>{title}</span>
                <span className={styles['summary']}>{summary}</span>
              </span>
              {read.includes(id) ? (
                <span className={styles['read']}>
                  <SuccessIcon size="1rem" stroke={1.75} aria-hidden="true" />
                  {message('learning.read')}
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Reading({ article, onBack }: { article: Article; onBack: () => void }) {
  const { id, title, text } = article
  useEffect(() => {
    const read = readArticles.get()
    if (!read.includes(id)) readArticles.set([...read, id])
  }, [id])
  return (
    <article className={styles['reading']}>
      <Button look="plain" size={28} icon={BackIcon} onClick={onBack}>
        {message('learning.back')}
      </Button>
      <h2 className={styles['head']}>{title}</h2>
      <Readme text={text} source={null} />
    </article>
  )
}
