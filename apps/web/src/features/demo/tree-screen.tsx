import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { freshly } from '../../lib/query.ts'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tree } from '../../ui/tree.tsx'
import { DemoPage } from './demo-page.tsx'
import { loadBranch, loadModel } from './model.ts'

const demoModel = freshly('demo model', loadModel)

export function TreeScreen() {
  const model = useQuery(demoModel)
  return (
    <DemoPage demo="tree">
      <Card>
        {model.data === undefined ? (
          <SkeletonRows count={2} height={44} />
        ) : (
          <Tree
            label={message('demo.tree')}
            roots={model.data}
            load={loadBranch}
            onFailure={({ label }) => notify('error', message('demo.branchFailed', { name: label }))}
          />
        )}
      </Card>
    </DemoPage>
  )
}
