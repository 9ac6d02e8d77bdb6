// Two micro-frontends side by side. Both are fetched on entry; without one of them there is no page.
import { useQuery } from '@tanstack/react-query'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { modules, type Mountable } from '../../lib/modules.ts'
import { freshly } from '../../lib/query.ts'
import { ModuleFrame } from '../../shared/module-frame.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { DemoPage } from './demo-page.tsx'
import styles from './demo.module.css'
import counterUrl from 'module-url:./modules/counter.ts'
import rulerUrl from 'module-url:./modules/ruler.ts'

export function MountingContainerScreen() {
  const parts = useQuery(bothParts)
  const isSlow = useLasting(parts.isPending, 1000)
  return (
    <DemoPage demo="parts">
      {parts.error === null ? null : (
        <Card>
          <PanelError
            title={message('demo.partsFailed')}
            error={parts.error}
            onRetry={() => void parts.refetch()}
          />
        </Card>
      )}
      {isSlow ? <SkeletonBlock /> : null}
      <div className={styles['pair']}>
        {parts.data?.map(({ name, module }) => (
          <Card key={name} label={name}>
            <CardHead>
              <h2>{name}</h2>
            </CardHead>
            <ModuleFrame name={name} module={module} />
          </Card>
        ))}
      </div>
    </DemoPage>
  )
}

const bothParts = freshly('demo parts', fetchBoth)

interface Part {
  name: string
  module: Mountable
}

/** The loader returns nothing for what failed; here that is an error that names what is missing. */
async function fetchBoth(): Promise<Part[]> {
  const loaded = await modules.loadAll([
    { name: message('demo.ruler'), url: rulerUrl },
    { name: message('demo.counter'), url: counterUrl, order: 1 },
  ])
  const missing = loaded.filter(({ module }) => module === undefined)
  if (missing.length > 0) {
    const names = missing.map(({ request }) => request.name).join(', ')
    throw new Error(message('demo.partsMissing', { names }))
  }
  return loaded.flatMap(({ request, module }) =>
    module === undefined ? [] : [{ name: request.name, module }],
  )
}
