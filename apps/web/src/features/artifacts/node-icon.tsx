import type { TreeKind } from '@bindery/contracts'
import {
  ArchiveIcon,
  CacheIcon,
  DeleteIcon,
  FederatedIcon,
  FolderIcon,
  FolderOpenIcon,
  type Icon,
  LocalIcon,
  PageIcon,
  RemoteIcon,
  VirtualIcon,
} from '../../ui/icons.ts'

type Shape = TreeKind | 'folder' | 'open' | 'archive' | 'file'

const icons: Record<Shape, Icon> = {
  local: LocalIcon,
  cache: CacheIcon,
  remote: RemoteIcon,
  virtual: VirtualIcon,
  federated: FederatedIcon,
  trash: DeleteIcon,
  folder: FolderIcon,
  open: FolderOpenIcon,
  archive: ArchiveIcon,
  file: PageIcon,
}

interface NodeIconProps {
  shape: Shape
  size?: string
  className?: string | undefined
}

/** What a line of the tree is, as a shape. */
export function NodeIcon({ shape, size = '1rem', className = '' }: NodeIconProps) {
  const Glyph = icons[shape]
  return <Glyph className={className} size={size} stroke={1.5} aria-hidden="true" />
}

export const fileShape = (name: string): Shape =>
  /\.(?:zip|jar|war|ear|aar|whl|nupkg|tar|t?gz|bz2|xz|zst|7z|deb|rpm)$/i.test(name) ? 'archive' : 'file'
