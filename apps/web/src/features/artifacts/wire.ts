// Changes, as the calls that command lines make: deploy, copy, move, delete, restore, properties.
import { callAddress } from '../../lib/call.ts'
import { idOf, type Spot } from './address.ts'

const encodedPath = (spot: Spot) => idOf(spot).split('/').map(encodeURIComponent).join('/')

export const fileAddress = (spot: Spot) => `/artifactory/${encodedPath(spot)}`

export const folderArchiveAddress = (spot: Spot, kind: string) =>
  `/artifactory/api/archive/download/${encodedPath(spot)}?archiveType=${kind}`

/** What lies in the trash can already is gone for good. */
export const removeItem = (spot: Spot) =>
  spot.repository === trashKey
    ? callAddress<undefined>(
        'POST',
        `/artifactory/api/trash/clean/${encodedPath({ repository: spot.path, path: '' })}`,
      )
    : callAddress<undefined>('DELETE', fileAddress(spot))

export const trashKey = 'auto-trashcan'

/** The slash at the end makes it a folder. */
export const createFolder = (spot: Spot) => callAddress<undefined>('PUT', `${fileAddress(spot)}/`)

export type Transfer = 'copy' | 'move'

export interface TransferMessage {
  level: string
  message: string
}

/** A dry run changes nothing and says what would happen. */
export async function transferItem(
  kind: Transfer,
  from: Spot,
  to: Spot,
  isDry: boolean,
): Promise<TransferMessage[]> {
  const address = `/artifactory/api/${kind}/${encodedPath(from)}?to=${encodeURIComponent(`/${idOf(to)}`)}${isDry ? '&dry=1' : ''}`
  const answer = await callAddress<{ messages?: TransferMessage[] }>('POST', address)
  return answer.messages ?? []
}

/** Null takes a property away. */
export const changeProperties = (spot: Spot, props: Record<string, string[] | null>, isRecursive: boolean) =>
  callAddress<undefined>(
    'PATCH',
    `/artifactory/api/metadata/${encodedPath(spot)}?recursiveProperties=${isRecursive ? 1 : 0}`,
    { props },
  )

/** In the trash can a path begins with the repository that it came from. */
export const restoreItem = (path: string, to: string) =>
  callAddress<undefined>(
    'POST',
    `/artifactory/api/trash/restore/${path.split('/').map(encodeURIComponent).join('/')}?to=${encodeURIComponent(to)}`,
  )
