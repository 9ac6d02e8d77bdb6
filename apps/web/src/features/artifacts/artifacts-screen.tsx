// The artifact browser: the tree of everything on the left, one place of it on the right.
import type { TreeRoot } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { useLasting } from '../../lib/delay.ts'
import { useIsNarrow } from '../../lib/media.ts'
import { message } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { PanelError } from '../../shared/panel-error.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TreeIcon, UploadIcon } from '../../ui/icons.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { DeployDialog } from './actions/deploy-dialog.tsx'
import { droppedFiles, type PickedFile } from './actions/dropped-files.ts'
import { linkTo, type Spot, useAddress } from './address.ts'
import styles from './artifacts.module.css'
import { parseArtifactSearch } from './artifact-search.ts'
import { ItemPanel } from './item-panel.tsx'
import { NoRepositories } from './no-repositories.tsx'
import { PathBar } from './path-bar.tsx'
import { treeRoots } from './queries.ts'
import { SelectionPanel } from './selection-panel.tsx'
import { Split } from './split.tsx'
import { Side } from './tree/side.tsx'
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
      {isSlow && roots.error === null ? <SkeletonBlock /> : null}
    </div>
  )
}

function Browser({ roots }: { roots: TreeRoot[] }) {
  const { tab, spot } = useAddress()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const search = useSearchParams(parseArtifactSearch)
  const [isTreeOpen, setTreeOpen] = useState(false)
  const [selection, setSelection] = useState<Spot[]>([])
  const [deploying, setDeploying] = useState<PickedFile[] | undefined>(undefined)
  const root = roots.find(({ key }) => key === spot?.repository)
  // Nothing is put into the trash can by hand.
  const canDeploy = root?.kind !== 'trash' && roots.some((one) => isTarget(one))
  useShortcuts(canDeploy ? { upload: () => setDeploying([]) } : {})
  const go = (to: Spot) => {
    setTreeOpen(false)
    void navigate({ ...linkTo(to, tab), search: search.view === 'list' ? { view: 'list' } : {} })
  }
  const setView = (view: 'tree' | 'list') =>
    void navigate({ to: '.', search: view === 'list' ? { view } : {}, replace: true })
  if (roots.length === 0) return <NoRepositories />
  const side = (
    <Side roots={roots} current={spot} selection={selection} onSelection={setSelection} onGo={go} />
  )
  const detail = (
    <>
      {selection.length > 1 ? (
        <SelectionPanel roots={roots} spots={selection} onDone={() => setSelection([])} />
      ) : (
        <ItemPanel roots={roots} spot={spot} tab={tab} isList={search.view === 'list'} onGo={go} />
      )}
      <UploadsPanel />
    </>
  )
  return (
    <div
      className={styles['screen']}
      onDragOver={(event) => canDeploy && hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!canDeploy || !hasFiles(event)) return
        event.preventDefault()
        void droppedFiles(event.dataTransfer).then(setDeploying)
      }}
    >
      <div className={styles['bar']}>
        <h1 className={styles['title']}>{message('artifacts.title')}</h1>
        {isNarrow ? (
          <IconButton
            icon={TreeIcon}
            label={message('artifacts.openTree')}
            isOutlined
            onClick={() => setTreeOpen(true)}
          />
        ) : null}
        <PathBar spot={spot} onGo={go} />
        <div className={styles['barEnd']}>
          <Segmented
            label={message('artifacts.view')}
            options={[
              { value: 'tree', label: message('artifacts.viewTree') },
              { value: 'list', label: message('artifacts.viewList') },
            ]}
            value={search.view ?? 'tree'}
            onChange={setView}
          />
          {canDeploy ? (
            <ChangeButton look="filled" icon={UploadIcon} onClick={() => setDeploying([])}>
              {message('artifacts.deploy')}
            </ChangeButton>
          ) : null}
        </div>
      </div>
      {isNarrow ? <div className={styles['detail']}>{detail}</div> : <Split side={side}>{detail}</Split>}
      {isNarrow && isTreeOpen ? (
        <Sheet label={message('artifacts.tree')} onClose={() => setTreeOpen(false)}>
          {side}
        </Sheet>
      ) : null}
      {deploying === undefined ? null : (
        <DeployDialog
          roots={roots.filter(isTarget)}
          start={root !== undefined && isTarget(root) ? spot : undefined}
          files={deploying}
          onClose={() => setDeploying(undefined)}
        />
      )}
    </div>
  )
}

/** What files can be put into. A virtual repository passes them on to one of its members. */
export const isTarget = ({ kind, can }: TreeRoot) =>
  can['deploy'] === true && (kind === 'local' || kind === 'federated' || kind === 'virtual')

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
