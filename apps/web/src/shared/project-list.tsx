import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../lib/delay.ts'
import { message } from '../lib/messages.ts'
import { chooseProject, ownProjects } from '../lib/project.ts'
import { useCurrentUser } from '../lib/session.ts'
import { SearchField } from '../ui/search-field.tsx'
import styles from './project-list.module.css'

/** The first step of a page about one project: which one. */
export function ProjectList() {
  const user = useCurrentUser()
  const [text, setText] = useState('')
  const list = useQuery(ownProjects(useSettled(text.trim(), 200)))
  const items = (list.data?.items ?? []).filter(({ isAdmin }) => isAdmin)
  return (
    <div className={styles['root']}>
      <p className={styles['lead']}>{message('shared.chooseProjectText')}</p>
      <SearchField
        className={styles['find']}
        label={message('shared.findProject')}
        placeholder={message('shared.findProject')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {list.data !== undefined && items.length === 0 ? (
        <p className={styles['none']} role="status">
          {message('shared.noProjectFound')}
        </p>
      ) : null}
      <ul className={styles['list']}>
        {items.map(({ key, name }) => (
          <li key={key}>
            <button
              type="button"
              className={styles['project']}
              onClick={() => chooseProject(user?.name ?? '', key)}
            >
              <span className={styles['name']}>{name}</span>
              <code>{key}</code>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
