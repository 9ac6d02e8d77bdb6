import type { ItemDetails, TreeRoot } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { CallError } from '../../lib/call.ts'
import { useLasting } from '../../lib/delay.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message, type MessageId } from '../../lib/messages.ts'
import { cache } from '../../lib/query.ts'
import { Empty } from '../../shared/empty.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { MoreIcon, StarIcon, StarredIcon } from '../../ui/icons.ts'
import { LateSkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { DownloadLink } from './download-link.tsx'
import { linkTo, parentOf, type Spot, type TabName } from './address.ts'
import { useCanFollow } from './can-follow.ts'
import styles from './item.module.css'
import { fileShape, NodeIcon } from './node-icon.tsx'
import { itemDetails } from './queries.ts'
import { GeneralTab } from './tabs/general-tab.tsx'
import { PropertiesTab } from './tabs/properties-tab.tsx'
import { isFavourite, setFavourite } from './tree/use-tree.ts'

// What a first look at a folder or file does not need.
const ListView = lazyPart(() => import('./list-view.tsx'), 'ListView')
const ItemMenu = lazyPart(() => import('./actions/item-menu.tsx'), 'ItemMenu')
const AccessTab = lazyPart(() => import('./tabs/access-tab.tsx'), 'AccessTab')
const BuildsTab = lazyPart(() => import('./tabs/builds-tab.tsx'), 'BuildsTab')
const ContentsTab = lazyPart(() => import('./tabs/contents-tab.tsx'), 'ContentsTab')
const FollowersTab = lazyPart(() => import('./tabs/followers-tab.tsx'), 'FollowersTab')
const PreviewTab = lazyPart(() => import('./tabs/preview-tab.tsx'), 'PreviewTab')

interface ItemPanelProps {
  roots: TreeRoot[]
  spot: Spot | undefined
  tab: TabName
  isList: boolean
  onGo: (spot: Spot) => void
}

export function ItemPanel(props: ItemPanelProps) {
  if (props.spot === undefined)
    return (
      <div className={styles['panel']}>
        <Empty title={message('artifacts.choose')} text={message('artifacts.chooseText')} />
      </div>
    )
  return <Chosen {...props} spot={props.spot} />
}

function Chosen({ roots, spot, tab, isList, onGo }: ItemPanelProps & { spot: Spot }) {
  const item = useQuery({ ...itemDetails(spot), placeholderData: keepPreviousData })
  const isSlow = useLasting(item.isPending, 1000)
  if (item.error !== null && item.data === undefined)
    return <Missing spot={spot} error={item.error} onRetry={item.refetch} onGo={onGo} />
  if (item.data === undefined) return isSlow ? <ItemSkeleton /> : null
  if (isGone(item.error)) return <Missing spot={spot} error={item.error} onRetry={item.refetch} onGo={onGo} />
  if (isList && item.data.file === null)
    return (
      <Suspense fallback={<LateSkeletonBlock />}>
        <ListView item={item.data} roots={roots} />
      </Suspense>
    )
  return <Item item={item.data} tab={tab} roots={roots} />
}

const ItemSkeleton = () => (
  <div className={styles['panel']}>
    <Card>
      <SkeletonRows count={8} height={36} />
    </Card>
  </div>
)

interface MissingProps {
  spot: Spot
  error: Error
  onRetry: () => unknown
  onGo: (spot: Spot) => void
}

/** What vanished is not the end: its folder may still be there, or one further up. */
function Missing({ spot, error, onRetry, onGo }: MissingProps) {
  if (!isGone(error))
    return <PanelError title={message('artifacts.itemFailed')} error={error} onRetry={() => void onRetry()} />
  const goUp = async () => {
    let above = { ...spot, path: parentOf(spot.path) }
    const isThere = () => cache.fetchQuery(itemDetails(above)).then(always, (why: Error) => !isGone(why))
    while (above.path !== '' && !(await isThere())) above = { ...above, path: parentOf(above.path) }
    onGo(above)
  }
  return (
    <div className={styles['panel']}>
      <Card>
        <Empty title={message('artifacts.gone')} text={message('artifacts.goneText')}>
          {spot.path === '' ? null : (
            <button type="button" className={buttonClass('outlined', 36)} onClick={() => void goUp()}>
              {message('artifacts.goUp')}
            </button>
          )}
        </Empty>
      </Card>
    </div>
  )
}

const isGone = (error: Error | null): error is CallError => error instanceof CallError && error.status === 404

const always = () => true

function Item({ item, tab, roots }: { item: ItemDetails; tab: TabName; roots: TreeRoot[] }) {
  const navigate = useNavigate()
  const tabs = tabsOf(item, useCanFollow(item))
  const value = tabs.some((one) => one.value === tab) ? tab : 'General'
  const spot = { repository: item.repository, path: item.path }
  return (
    <div className={styles['panel']}>
      <Head item={item} roots={roots} />
      <Tabs
        label={message('artifacts.tabs')}
        tabs={tabs}
        value={value}
        onChange={(to) => void navigate({ ...linkTo(spot, to), replace: true })}
      >
        <div className={styles['tabBody']}>
          <Suspense fallback={<LateSkeletonBlock />}>
            <TabBody tab={value} item={item} />
          </Suspense>
        </div>
      </Tabs>
    </div>
  )
}

function TabBody({ tab, item }: { tab: TabName; item: ItemDetails }) {
  switch (tab) {
    case 'Preview':
      return <PreviewTab item={item} />
    case 'Contents':
      return <ContentsTab key={`${item.repository}/${item.path}`} item={item} />
    case 'Properties':
      return <PropertiesTab key={`${item.repository}/${item.path}`} item={item} />
    case 'Builds':
      return <BuildsTab item={item} />
    case 'Access':
      return <AccessTab item={item} />
    case 'Followers':
      return <FollowersTab item={item} />
    default:
      return <GeneralTab item={item} />
  }
}

const labels: Record<TabName, MessageId> = {
  General: 'artifacts.tabGeneral',
  Preview: 'artifacts.tabPreview',
  Contents: 'artifacts.tabContents',
  Properties: 'artifacts.tabProperties',
  Builds: 'artifacts.tabBuilds',
  Access: 'artifacts.tabAccess',
  Followers: 'artifacts.tabFollowers',
}

/** Those that say something about the place. Who may do what is for those who manage it. */
function tabsOf(item: ItemDetails, canFollow: boolean): Tab<TabName>[] {
  const names: TabName[] = [
    'General',
    ...(item.file === null ? [] : (['Preview'] as const)),
    ...(item.file?.isArchive === true ? (['Contents'] as const) : []),
    ...(item.path === '' ? [] : (['Properties'] as const)),
    ...(item.file === null ? [] : (['Builds'] as const)),
    ...(item.can['manage'] === true ? (['Access'] as const) : []),
    ...(canFollow ? (['Followers'] as const) : []),
  ]
  return names.map((value) => ({
    value,
    label: message(labels[value]),
    ...(value === 'Properties' ? { amount: item.properties.length } : {}),
  }))
}

function Head({ item, roots }: { item: ItemDetails; roots: TreeRoot[] }) {
  const shape = item.path === '' ? item.repositoryKind : item.file === null ? 'folder' : fileShape(item.name)
  return (
    <div className={styles['head']}>
      <div className={styles['title']}>
        <span className={styles['tile']}>
          <NodeIcon shape={shape} size="1.125rem" />
        </span>
        <h2 className={styles['name']}>{item.name}</h2>
      </div>
      <div className={styles['actions']}>
        {item.file === null ? null : (
          <DownloadLink href={item.url}>{message('artifacts.download')}</DownloadLink>
        )}
        {item.path === '' ? <Star repository={item.repository} /> : null}
        <Suspense
          fallback={<IconButton icon={MoreIcon} label={message('artifacts.actions')} isOutlined disabled />}
        >
          <ItemMenu item={item} roots={roots} />
        </Suspense>
      </div>
    </div>
  )
}

function Star({ repository }: { repository: string }) {
  const [isOn, setOn] = useState(isFavourite(repository))
  const toggle = () => {
    setFavourite(repository, !isOn)
    setOn(!isOn)
  }
  return (
    <IconButton
      icon={isOn ? StarredIcon : StarIcon}
      label={message(isOn ? 'artifacts.unstar' : 'artifacts.star')}
      aria-pressed={isOn}
      isOutlined
      onClick={toggle}
    />
  )
}
