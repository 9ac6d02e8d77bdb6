// The settings page of a kind of provider: what is set up on the left, the form and its test on the right.
import { useQueries } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { Link } from '../../lib/link.tsx'
import { useSearchParams } from '../../lib/search-params.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { Empty } from '../../shared/empty.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LateSkeletonBlock } from '../../ui/skeleton.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'
import { type Collection, type Kind, type Lists, nameOf, type Values } from './kind.ts'
import { parseProviderSearch, type ProviderSearch } from './provider-search.ts'
import styles from './providers.module.css'

export function ProviderScreen({ kind }: { kind: Kind }) {
  const search = useSearchParams(parseProviderSearch)
  const results = useQueries({ queries: kind.collections.map(({ entries }) => entries) })
  const failed = results.find(({ error }) => error !== null)
  const isLoaded = results.every(({ data }) => data !== undefined)
  const lists: Lists = Object.fromEntries(
    kind.collections.map(({ id }, index) => [id, results[index]?.data ?? []]),
  )
  return (
    <>
      <Breadcrumb crumbs={[{ text: message('shell.groupAuthentication') }, { text: message(kind.title) }]} />
      <PageHead title={message(kind.title)} />
      <p className={styles['lead']}>{message(kind.text)}</p>
      {failed?.error == null ? null : (
        <Card>
          <PanelError
            title={message('providers.failed')}
            error={failed.error}
            onRetry={() => void Promise.all(results.map(({ refetch }) => refetch()))}
          />
        </Card>
      )}
      {isLoaded && failed === undefined ? <Content kind={kind} lists={lists} search={search} /> : null}
      {!isLoaded && failed === undefined ? <LateSkeletonBlock /> : null}
    </>
  )
}

interface ContentProps {
  kind: Kind
  lists: Lists
  search: ProviderSearch
}

function Content({ kind, lists, search }: ContentProps) {
  const chosen = choose(kind, lists, search)
  const isOne = kind.collections.every(({ nameField }) => nameField === undefined)
  return (
    <div className={styles['layout']} data-single={isOne}>
      <EntryList kind={kind} lists={lists} chosen={chosen} />
      {chosen === undefined ? (
        <Card>
          <Empty title={message('providers.nothing')} text={message(kind.empty)}>
            {kind.collections.slice(0, 1).map(({ id, add }) =>
              add === undefined ? null : (
                <Link key={id} to="." search={{ add: id }} className={buttonClass('filled', 36)}>
                  {message(add)}
                </Link>
              ),
            )}
          </Empty>
        </Card>
      ) : (
        <EntryForm key={`${chosen.collection.id} ${chosen.name}`} lists={lists} {...chosen} />
      )}
    </div>
  )
}

export interface Chosen {
  collection: Collection
  /** Undefined for a new entry. */
  saved: Values | undefined
  name: string
}

/** What the address names, else the first that there is. */
function choose(
  { collections }: Kind,
  lists: Lists,
  { list, entry, add }: ProviderSearch,
): Chosen | undefined {
  const adding = collections.find((collection) => collection.id === add && collection.add !== undefined)
  if (adding !== undefined) return { collection: adding, saved: undefined, name: '' }
  const all = collections.flatMap((collection) =>
    (lists[collection.id] ?? []).map((saved) => ({ collection, saved, name: nameOf(collection, saved) })),
  )
  return all.find(({ collection, name }) => collection.id === list && name === entry) ?? all[0]
}
