import type { FollowTarget } from '@bindery/contracts'
import { Link } from '../../lib/link.tsx'

/** The name of a place or package. */
export const targetName = ({ repository, path, package: id }: FollowTarget) =>
  id === '' ? (path === '' ? repository : `${repository}/${path}`) : id.slice(id.indexOf('://') + 3)

export function TargetLink({ target, onClick }: { target: FollowTarget; onClick?: () => void }) {
  const shared = onClick === undefined ? {} : { onClick }
  if (target.package !== '')
    return (
      <Link to="/packages/$packageId" params={{ packageId: target.package }} {...shared}>
        {targetName(target)}
      </Link>
    )
  return (
    <Link to="/repos/$" params={{ _splat: `tree/General/${targetName(target)}` }} {...shared}>
      {targetName(target)}
    </Link>
  )
}
