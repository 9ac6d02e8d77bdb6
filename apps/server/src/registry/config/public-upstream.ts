// The address that most people proxy, by package type. It comes from the library of package URLs, so that no registry's name
// stands in our code; a type whose downloads lie elsewhere than its index gets none. An installation that cannot reach it names
// its own (the setting upstreamMirrors).
import type { Registry } from '../registry.ts'

interface Example {
  /** How the library calls the type. */
  type: string
  namespace?: string
  /** The first segment of a download's address that is not the registry's own. */
  cut: string
}

const maven: Example = { type: 'maven', namespace: 'group', cut: 'group' }

const examples: Record<string, Example> = {
  npm: { type: 'npm', cut: 'name' },
  maven,
  gradle: maven,
  ivy: maven,
  sbt: maven,
  gems: { type: 'gem', cut: 'downloads' },
  pypi: { type: 'pypi', cut: 'simple' },
  composer: { type: 'composer', namespace: 'vendor', cut: 'p2' },
  hex: { type: 'hex', cut: 'tarballs' },
  go: { type: 'golang', namespace: 'group', cut: 'group' },
}

/** What a new remote repository of the type begins with; empty when nothing is known. */
export const upstreamFor = async ({ upstreamMirrors }: Registry, packageType: string): Promise<string> =>
  upstreamMirrors.get(packageType) ?? publicUpstream(packageType)

/** Empty when none is known. The library is loaded when it is first asked: a start does not wait for it. */
async function publicUpstream(packageType: string): Promise<string> {
  const example = examples[packageType]
  if (!example) return ''
  const { PackageURL, UrlConverter } = await import('@socketregistry/packageurl-js')
  const purl = new PackageURL(example.type, example.namespace, 'name', '1.0.0', undefined, undefined)
  const address = UrlConverter.toDownloadUrl(purl)?.url ?? ''
  const end = address.indexOf(`/${example.cut}`, 'https://'.length)
  return end < 0 ? '' : address.slice(0, end + 1)
}
