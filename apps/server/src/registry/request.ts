// What a format's handler gets: the request, and what the router found out about it.
import type { Actor } from '../access/actor.ts'
import type { WireReply, WireRequest } from '../platform/http/wire.ts'
import type { ParsedPath } from './paths.ts'
import type { Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

export class RegistryRequest implements WireRequest {
  readonly registry: Registry
  readonly actor: Actor
  readonly repository: Repository
  /** Values of the pattern's placeholders. */
  readonly params: Readonly<Record<string, string>>
  /** The parsed path below the repository. */
  readonly target: Readonly<ParsedPath>
  private readonly wire: WireRequest

  constructor(
    wire: WireRequest,
    registry: Registry,
    actor: Actor,
    repository: Repository,
    route: RoutedPath,
  ) {
    this.wire = wire
    this.registry = registry
    this.actor = actor
    this.repository = repository
    this.params = route.params
    this.target = route.target
  }

  /** The same request to another repository: a member of the one that was addressed. */
  on(repository: Repository): RegistryRequest {
    return new RegistryRequest(this.wire, this.registry, this.actor, repository, this)
  }

  get id(): string {
    return this.wire.id
  }

  get method(): string {
    return this.wire.method
  }

  get path(): string {
    return this.wire.path
  }

  get headers(): WireRequest['headers'] {
    return this.wire.headers
  }

  get body(): WireRequest['body'] {
    return this.wire.body
  }

  readSmallBody(most: number): Promise<Buffer | undefined> {
    return this.wire.readSmallBody(most)
  }

  get origin(): string {
    return this.wire.origin
  }

  get address(): string {
    return this.wire.address
  }

  query(): URLSearchParams {
    return this.wire.query()
  }
}

export interface RoutedPath {
  target: Readonly<ParsedPath>
  params: Readonly<Record<string, string>>
}

export type RegistryHandler = (request: RegistryRequest) => Promise<WireReply>
