// Pages for those who build the application: the book of its parts, and demonstrations.
import { lazyScreen } from './lazy-screen.ts'
import type { Screen } from './screens.ts'

const reader = { audience: 'reader', frame: 'shell' } as const

export const playgroundScreens: Screen[] = [
  {
    ...reader,
    path: '/template',
    names: ['template'],
    component: lazyScreen(() => import('../features/template/template-screen.tsx'), 'TemplateScreen', [
      'template',
    ]),
    title: 'shell.template',
  },
  {
    ...reader,
    path: '/demo/tree',
    names: ['demo', 'tree.demo'],
    component: lazyScreen(() => import('../features/demo/tree-screen.tsx'), 'TreeScreen', ['demo']),
    title: 'shell.demo',
  },
  {
    ...reader,
    path: '/demo/typescript/greeting',
    names: ['demo', 'typescript.container', 'greeting'],
    component: lazyScreen(() => import('../features/demo/greeting-screen.tsx'), 'GreetingScreen', ['demo']),
    title: 'shell.demo',
  },
  {
    ...reader,
    path: '/demo/multi-mfe-mounting-container',
    names: ['demo', 'multi-mfe-mounting-container'],
    component: lazyScreen(
      () => import('../features/demo/mounting-container-screen.tsx'),
      'MountingContainerScreen',
      ['demo'],
    ),
    title: 'shell.demo',
  },
]
