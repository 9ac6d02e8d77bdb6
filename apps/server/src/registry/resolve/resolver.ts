// What a repository can be asked for, whatever its kind. A format asks this and never learns whether the answer lay here,
// was fetched, or was put together from several.
import type { WireReply } from '../../platform/http/wire.ts'
import type { PackageContents } from '../packages.ts'
import type { RegistryRequest } from '../request.ts'

export interface Resolver {
  /** The file at the path, for a reader who may have it; undefined when there is none. */
  serve(request: RegistryRequest, path: string): Promise<WireReply | undefined>
  /** The package of this name; undefined when there is none. */
  look(request: RegistryRequest, name: string): Promise<PackageView | undefined>
}

export interface PackageView {
  /** Another one for another state: what was made of the package is kept under it. */
  stamp: string
  read(): Promise<PackageContents | undefined>
}
