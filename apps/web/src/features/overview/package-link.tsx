import { Link } from '../../lib/link.tsx'
import { FormatTile } from '../../shared/format-tile.tsx'
import styles from './overview.module.css'

interface PackageLinkProps {
  packageId: string
  format: string
  name: string
  version?: string | undefined
}

export function PackageLink({ packageId, format, name, version }: PackageLinkProps) {
  const text = (
    <>
      {name}
      {version === undefined ? null : <code> {version}</code>}
    </>
  )
  return (
    <span className={styles['package']}>
      <FormatTile format={format} />
      {version === undefined ? (
        <Link to="/packages/$packageId" params={{ packageId }}>
          {text}
        </Link>
      ) : (
        <Link to="/packages/$packageId/$versionId" params={{ packageId, versionId: version }}>
          {text}
        </Link>
      )}
    </span>
  )
}
