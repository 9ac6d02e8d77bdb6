// What every answer about an item is made of.
import type { Actor } from '../../access/actor.ts'
import { storageUrl } from '../../registry/item-json.ts'
import type { Item, Place } from '../../registry/items.ts'
import type { Services } from '../feature.ts'

export interface Asked {
  services: Services
  actor: Actor
  origin: string
  place: Place
  item: Item
}

/** Links keep the key that was asked for, also where another repository holds the item. */
export const uriOf = ({ origin, place }: Asked): string => storageUrl(origin, place.asked.key, place.path)
