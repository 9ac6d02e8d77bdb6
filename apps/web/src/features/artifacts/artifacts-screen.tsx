// The artifact browser: the tree of everything on the left, one place of it on the right. On a phone they are two pages:
// the tree, and a place with the way back to it.
import type { TreeRoot } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLasting } from '../../lib/delay.ts'
import { useIsNarrow } from '../../lib/media.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { PanelError } from '../../shared/panel-error.tsx'
import { buttonClass, ChangeButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { BackIcon, UploadIcon } from '../../ui/icons.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DeployDialog } from './actions/deploy-dialog.tsx'
import type { PickedFile } from './actions/dropped-files.ts'
import { linkTo, type Spot, useAddress } from './address.ts'
import styles from './artifacts.module.css'
import { parseArtifactSearch } from './artifact-search.ts'
import { DropArea } from './drop-area.tsx'
import { ItemPanel } from './item-panel.tsx'
import { NoRepositories } from './no-repositories.tsx'
import { PathBar } from './path-bar.tsx'
import { treeRoots } from './queries.ts'
import { SelectionPanel } from './selection-panel.tsx'
import { Split } from './split.tsx'
import { Side } from './tree/side.tsx'
import { useLastPlace } from './tree/tree-state.ts'
import { UploadsPanel } from './uploads/uploads-panel.tsx'

export function ArtifactsScreen() {
  const roots = useQuery(treeRoots)
  const isSlow = useLasting(roots.isPending, 1000)
  if (roots.data !== undefined) return <Browser roots={roots.data} />
  return (
    <div className={styles['screen']}>
      <div className={styles['bar']}>
        <h1 className={styles['title']}>{message('artifacts.title')}</h1>
      </div>
      {roots.error === null ? null : (
        <PanelError
          title={message('artifacts.failed')}
          error={roots.error}
          onRetry={() => void roots.refetch()}
        />
      )}
      {isSlow && roots.error === null ? <BrowserSkeleton /> : null}
    </div>
  )
}

function BrowserSkeleton() {
  const rows = <SkeletonRows count={20} height={28} />
  return useIsNarrow() ? rows : <Split side={rows}>{null}</Split>
}

function Browser({ roots }: { roots: TreeRoot[] }) {
  const { tab, spot } = useAddress()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const search = useSearchParams(parseArtifactSearch)
  const [selection, setSelection] = useState<Spot[]>([])
  const [deploying, setDeploying] = useState<PickedFile[] | undefined>(undefined)
  const last = useLastPlace(spot)
  const root = roots.find(({ key }) => key === spot?.repository)
  // Nothing is put into the trash can by hand.
  const canDeploy = root?.kind !== 'trash' && roots.some((one) => isTarget(one))
  const deploy = () => setDeploying([])
  useShortcuts(canDeploy ? { upload: deploy } : {})
  const go = (to: Spot) =>
    void navigate({ ...linkTo(to, tab), search: search.view === 'list' ? { view: 'list' } : {} })
  if (roots.length === 0) return <NoRepositories />
  const isTreePage = isNarrow && spot === undefined
  const side = (
    <Side
      roots={roots}
      current={isNarrow ? last : spot}
      selection={selection}
      onSelection={setSelection}
      onGo={go}
    />
  )
  const detail =
    selection.length > 1 ? (
      <SelectionPanel roots={roots} spots={selection} onDone={() => setSelection([])} />
    ) : (
      <ItemPanel roots={roots} spot={spot} tab={tab} isList={search.view === 'list'} onGo={go} />
    )
  return (
    <DropArea onFiles={canDeploy ? setDeploying : undefined}>
      <Bar spot={spot} isTreePage={isTreePage} onGo={go} onDeploy={canDeploy ? deploy : undefined} />
      {isNarrow ? (
        <div className={styles['detail']}>
          {isTreePage ? side : detail}
          <UploadsPanel />
        </div>
      ) : (
        <Split side={side}>
          {detail}
          <UploadsPanel />
        </Split>
      )}
      {deploying === undefined ? null : (
        <DeployDialog
          roots={roots.filter(isTarget)}
          start={root !== undefined && isTarget(root) ? spot : undefined}
          files={deploying}
          onClose={() => setDeploying(undefined)}
        />
      )}
    </DropArea>
  )
}

interface BarProps {
  spot: Spot | undefined
  /** Only the tree is shown, as on a phone before a place is chosen. */
  isTreePage: boolean
  onGo: (to: Spot) => void
  onDeploy: (() => void) | undefined
}

function Bar({ spot, isTreePage, onGo, onDeploy }: BarProps) {
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const { view = 'tree' } = useSearchParams(parseArtifactSearch)
  const setView = (next: 'tree' | 'list') =>
    void navigate({ to: '.', search: next === 'list' ? { view: next } : {}, replace: true })
  return (
    <div className={styles['bar']}>
      {isTreePage || !isNarrow ? null : <WayBack />}
      <h1 className={styles['title']}>{message('artifacts.title')}</h1>
      <PathBar spot={spot} onGo={onGo} />
      <div className={styles['barEnd']}>
        {isTreePage ? null : (
          <Segmented
            label={message('artifacts.view')}
            options={[
              { value: 'tree', label: message(isNarrow ? 'artifacts.viewDetails' : 'artifacts.viewTree') },
              { value: 'list', label: message('artifacts.viewList') },
            ]}
            value={view}
            onChange={setView}
          />
        )}
        {onDeploy === undefined ? null : (
          <ChangeButton look="filled" icon={UploadIcon} onClick={onDeploy}>
            {message('artifacts.deploy')}
          </ChangeButton>
        )}
      </div>
    </div>
  )
}

const WayBack = () => (
  <Link
    {...linkTo(undefined)}
    className={cx(buttonClass('plain'), styles['back'])}
    aria-label={message('artifacts.backToTree')}
    title={message('artifacts.backToTree')}
  >
    <BackIcon size="1.25rem" stroke={1.5} aria-hidden="true" />
  </Link>
)

/** What files can be put into. A virtual repository passes them on to one of its members. */
export const isTarget = ({ kind, can }: TreeRoot) =>
  can['deploy'] === true && (kind === 'local' || kind === 'federated' || kind === 'virtual')
