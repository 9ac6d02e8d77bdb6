import { artifactBrowser, type ArchiveItem, type ItemDetails } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { addressOf } from '../../../lib/call.ts'
import { message } from '../../../lib/messages.ts'
import { useSearchParams } from '../../../lib/search-params.ts'
import { Empty } from '../../../shared/empty.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { Card, CardFoot, CardHead } from '../../../ui/card.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { nameOf, type Spot } from '../address.ts'
import { parseArtifactSearch } from '../artifact-search.ts'
import { ArchiveList } from '../contents/archive-list.tsx'
import { archiveTree, matching } from '../contents/archive-tree.ts'
import styles from '../contents/contents.module.css'
import { DownloadLink } from '../download-link.tsx'
import { itemContents } from '../queries.ts'
import { FileViewer } from '../viewer/file-viewer.tsx'

/** What is in the archive: a tree of its entries, and one of them to look at or to take home. */
export function ContentsTab({ item }: { item: ItemDetails }) {
  const spot = { repository: item.repository, path: item.path }
  const contents = useQuery(itemContents(spot))
  return (
    <Loaded query={contents} failed={message('artifacts.contentsFailed')}>
      {(data) => <Contents {...data} spot={spot} />}
    </Loaded>
  )
}

function Contents({ items, isCut, spot }: { items: ArchiveItem[]; isCut: boolean; spot: Spot }) {
  const navigate = useNavigate()
  const { entry } = useSearchParams(parseArtifactSearch)
  return (
    <div className={styles['panes']}>
      <Entries
        items={items}
        isCut={isCut}
        chosen={entry}
        onChoose={(path) => void navigate({ to: '.', search: { entry: path }, replace: true })}
      />
      {entry === undefined ? (
        <Card>
          <Empty title={message('artifacts.chooseEntry')} text={message('artifacts.chooseEntryText')} />
        </Card>
      ) : (
        <FileViewer
          key={entry}
          spot={spot}
          entry={entry}
          name={nameOf(entry)}
          actions={
            <DownloadLink size={28} href={addressOf(artifactBrowser.entry.path, {}, { ...spot, entry })}>
              {message('artifacts.downloadEntry')}
            </DownloadLink>
          }
        />
      )}
    </div>
  )
}

interface EntriesProps {
  items: ArchiveItem[]
  isCut: boolean
  chosen: string | undefined
  onChoose: (path: string) => void
}

function Entries({ items, isCut, chosen, onChoose }: EntriesProps) {
  const [text, setText] = useState('')
  const tree = useMemo(() => archiveTree(items), [items])
  const wanted = text.trim()
  const roots = useMemo(() => (wanted === '' ? tree.roots : matching(items, wanted)), [items, tree, wanted])
  const files = items.filter(({ kind }) => kind === 'file').length
  return (
    <Card label={message('artifacts.tabContents')} className={styles['entries']}>
      <CardHead>
        <SearchField
          look="small"
          className={styles['filter']}
          label={message('artifacts.filterContents')}
          placeholder={message('artifacts.filterContents')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </CardHead>
      {roots.length === 0 ? (
        <Empty title={message(items.length === 0 ? 'artifacts.emptyArchive' : 'artifacts.noEntry')} />
      ) : (
        <ArchiveList key={wanted} tree={tree} roots={roots} chosen={chosen} onChoose={onChoose} />
      )}
      <CardFoot>
        {message(isCut ? 'artifacts.filesInsideCut' : 'artifacts.filesInside', { count: files })}
      </CardFoot>
    </Card>
  )
}
