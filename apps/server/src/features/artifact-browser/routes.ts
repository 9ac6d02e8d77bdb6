import { artifactBrowser } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { listAccess } from './access.ts'
import { listBuilds } from './builds.ts'
import { listChildren } from './children.ts'
import { downloadEntry, listContents } from './contents.ts'
import { listDownloads } from './downloads.ts'
import { findItems } from './find.ts'
import { getItem } from './item.ts'
import { measureFolder } from './measure.ts'
import { previewFile, showImage } from './preview.ts'
import { listRoots } from './roots.ts'

export const endpoints = implement(artifactBrowser, {
  roots: { allow: 'browse', handle: ({ actor }, services) => listRoots(services, actor) },
  children: { allow: 'browse', handle: ({ actor, query }, services) => listChildren(services, actor, query) },
  find: { allow: 'browse', handle: ({ actor, query }, services) => findItems(services, actor, query) },
  item: {
    allow: 'browse',
    handle: ({ actor, query, origin }, services) => getItem(services, actor, query, origin),
  },
  size: { allow: 'browse', handle: ({ actor, query }, services) => measureFolder(services, actor, query) },
  access: { allow: 'browse', handle: ({ actor, query }, services) => listAccess(services, actor, query) },
  builds: { allow: 'browse', handle: ({ actor, query }, services) => listBuilds(services, actor, query) },
  preview: { allow: 'browse', handle: ({ actor, query }, services) => previewFile(services, actor, query) },
  contents: { allow: 'browse', handle: ({ actor, query }, services) => listContents(services, actor, query) },
  entry: { allow: 'browse', handle: ({ actor, query }, services) => downloadEntry(services, actor, query) },
  downloads: {
    allow: 'browse',
    handle: ({ actor, query }, services) => listDownloads(services, actor, query),
  },
  image: { allow: 'browse', handle: ({ actor, query }, services) => showImage(services, actor, query) },
})
