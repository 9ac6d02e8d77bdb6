import type { ItemDetails } from '@bindery/contracts'
import { FileViewer } from '../viewer/file-viewer.tsx'

export const PreviewTab = ({ item }: { item: ItemDetails }) => (
  <FileViewer spot={{ repository: item.repository, path: item.path }} name={item.name} />
)
