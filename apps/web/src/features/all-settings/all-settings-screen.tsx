// Every page of the administration on one screen, grouped as in the sidebar, with how it stands.
import { allSettings } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import { message, richMessage } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { textParam, useSearchParams, type RawSearch } from '../../lib/search-params.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './all-settings.module.css'
import type { CardGroup } from './card.ts'
import { search } from './match.ts'
import { RecentlyChanged } from './recently-changed.tsx'
import { SettingCardView } from './setting-card-view.tsx'
import { walkGrid } from './walk-grid.ts'

const parseSettingsSearch = (raw: RawSearch) => ({ search: textParam(raw['search']) })

export function AllSettingsScreen({ groups }: { groups: CardGroup[] }) {
  const grid = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { search: wanted = '' } = useSearchParams(parseSettingsSearch)
  const overview = useQuery(query(allSettings.overview, {})).data
  const found = search(groups, wanted.trim())
  const total = search(groups, '').reduce((sum, group) => sum + group.found.length, 0)
  const shown = found.reduce((sum, group) => sum + group.found.length, 0)
  const change = (text: string) =>
    void navigate({
      to: '/admin/artifactory/list',
      search: text === '' ? {} : { search: text },
      replace: true,
    })
  const fromField = (event: KeyboardEvent) => {
    const links = grid.current?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? []
    if (event.key === 'Enter') links[0]?.click()
    if (event.key === 'ArrowDown') links[0]?.focus()
  }
  return (
    <>
      <PageHead title={message('shell.allSettings')}>
        <SearchField
          className={styles['search']}
          label={message('settings.find')}
          placeholder={message('settings.find')}
          shortcut="/"
          value={wanted}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={fromField}
        />
      </PageHead>
      <RecentlyChanged changes={overview?.recent ?? []} groups={groups} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows only move between the links in it */}
      <div
        ref={grid}
        className={styles['groups']}
        role="group"
        aria-label={message('shell.allSettings')}
        onKeyDown={walkGrid}
      >
        {found.map((group) => (
          <section key={group.id} className={styles['group']} aria-label={group.title}>
            <h2 className={styles['groupTitle']}>{group.title}</h2>
            <ul className={styles['cards']}>
              {group.found.map((one) => (
                <li key={one.card.page}>
                  <SettingCardView
                    found={one}
                    wanted={wanted.trim()}
                    state={overview?.states[one.card.page]}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {wanted.trim() === '' ? null : (
        <p className={styles['count']} role="status">
          {richMessage('settings.matches', { shown: String(shown), total: String(total) })}{' '}
          <Button look="plain" size={28} onClick={() => change('')}>
            {message('settings.clear')}
          </Button>
        </p>
      )}
    </>
  )
}
