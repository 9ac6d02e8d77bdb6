// What the frame opens over the page, from menus, keys and the palette alike.
import { createStore } from '../lib/store.ts'

export type FrameDialog =
  | 'shortcuts'
  | 'about'
  | 'menu'
  | 'palette'
  | 'learning'
  | 'classic'
  | 'tour'
  | 'quickSetup'

export const frameDialog = createStore<FrameDialog | undefined>(undefined)

export const closeFrameDialog = () => frameDialog.set(undefined)
