import { lazy, type ReactNode } from 'react'
import { loadChunk } from './chunks.ts'

/** A dialog or another part of a screen whose code is fetched when it is first shown. */
export const lazyPart = <K extends string, P>(
  load: () => Promise<Record<K, (props: P) => ReactNode>>,
  name: K,
) => lazy(() => loadChunk(load).then((module) => ({ default: module[name] })))
