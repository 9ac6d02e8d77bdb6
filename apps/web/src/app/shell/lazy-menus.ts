import { lazyPart } from '../../lib/lazy-part.ts'

export const loadMenus = () => import('./menu-items.tsx')

export const UserItems = lazyPart(() => loadMenus().then(({ UserItems: part }) => ({ part })), 'part')
export const HelpItems = lazyPart(() => loadMenus().then(({ HelpItems: part }) => ({ part })), 'part')
export const QuickItems = lazyPart(() => loadMenus().then(({ QuickItems: part }) => ({ part })), 'part')
