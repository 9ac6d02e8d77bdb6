// The code and the texts of a screen are fetched when it is first opened.
import { lazyRouteComponent } from '@tanstack/react-router'
import { requestOf } from '../lib/chunk-error.ts'
import { loadChunk } from '../lib/chunks.ts'
import { areaTexts, loadTexts } from '../messages/index.ts'

export const lazyScreen = <M extends object, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
  areas: (keyof typeof areaTexts)[] = [],
) =>
  lazyRouteComponent(
    () => loadChunk(() => loadTexts(areas.map((area) => areaTexts[area])).then(load), requestOf(load)),
    name,
  )
