import { useMutation } from '@tanstack/react-query'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { cache } from '../../lib/query.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { DownIcon, PlusIcon, UpIcon } from '../../ui/icons.ts'
import { type Collection, isOn, type Kind, type Lists, nameOf, type Values } from './kind.ts'
import type { Chosen } from './provider-screen.tsx'
import styles from './providers.module.css'

interface EntryListProps {
  kind: Kind
  lists: Lists
  chosen: Chosen | undefined
}

/** What is set up, in the order in which it is asked. */
export function EntryList({ kind, lists, chosen }: EntryListProps) {
  return (
    <nav className={styles['list']} aria-label={message(kind.title)}>
      {kind.collections.map((collection) => (
        <Card key={collection.id} label={message(collection.title)}>
          <h2 className={styles['listTitle']}>{message(collection.title)}</h2>
          <Entries collection={collection} lists={lists} chosen={chosen} />
          {collection.add === undefined ? null : (
            <Link
              to="."
              search={{ add: collection.id }}
              className={cx(
                styles['entry'],
                styles['add'],
                chosen?.collection === collection && chosen.saved === undefined && styles['current'],
              )}
            >
              <PlusIcon size="1rem" stroke={1.5} aria-hidden="true" />
              {message(collection.add)}
            </Link>
          )}
        </Card>
      ))}
    </nav>
  )
}

function Entries({ collection, lists, chosen }: Omit<EntryListProps, 'kind'> & { collection: Collection }) {
  const entries = lists[collection.id] ?? []
  const names = entries.map((entry) => nameOf(collection, entry))
  const order = useMutation({
    mutationFn: (next: string[]) => collection.order?.(next) ?? Promise.resolve(),
    onSuccess: () => cache.invalidateQueries({ queryKey: [collection.stale[0]?.path] }),
    onError: (error) => notify('error', error.message),
  })
  if (entries.length === 0) return <p className={styles['none']}>{message('providers.none')}</p>
  return (
    <ul>
      {entries.map((entry, index) => {
        const name = names[index] ?? ''
        const isCurrent = chosen?.collection === collection && chosen.saved === entry
        return (
          <li key={name} className={styles['row']}>
            <Link
              to="."
              search={{ list: collection.id, entry: name }}
              className={cx(styles['entry'], isCurrent && styles['current'])}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {'isEnabled' in entry ? (
                <span className={styles['dot']} data-on={isOn(entry)} aria-hidden="true" />
              ) : null}
              <span className={styles['name']}>{name === '' ? message(collection.title) : name}</span>
              <span className={styles['state']}>{stateOf(collection, entry)}</span>
            </Link>
            {collection.order === undefined || entries.length < 2 ? null : (
              <>
                <IconButton
                  icon={UpIcon}
                  size={28}
                  label={message('providers.moveUp', { name })}
                  disabled={index === 0}
                  onClick={() => order.mutate(swapped(names, index - 1))}
                />
                <IconButton
                  icon={DownIcon}
                  size={28}
                  label={message('providers.moveDown', { name })}
                  disabled={index === entries.length - 1}
                  onClick={() => order.mutate(swapped(names, index))}
                />
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Whether it is in use, or what else there is to say of it. */
const stateOf = ({ state }: Collection, entry: Values) =>
  'isEnabled' in entry ? message(isOn(entry) ? 'providers.on' : 'providers.off') : (state?.(entry) ?? '')

/** The one at `index` and the one after it change places. */
const swapped = (names: string[], index: number) => [
  ...names.slice(0, index),
  ...names.slice(index, index + 2).toReversed(),
  ...names.slice(index + 2),
]
