import type { EditedSection } from '../../shared/access/sections.ts'
import { BuildIcon, BundleIcon, type Icon, LocalIcon, RemoteIcon } from '../../ui/icons.ts'

export const sectionIcons: Record<EditedSection, Icon> = {
  artifact: LocalIcon,
  build: BuildIcon,
  release_bundle: BundleIcon,
  destination: RemoteIcon,
}
