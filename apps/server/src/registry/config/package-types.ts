// The package types that a repository can have, and which kinds of repositories exist for each. A type without a format of
// its own is kept like plain files.
export const repositoryKinds = ['local', 'remote', 'virtual', 'federated'] as const
export type RepositoryKind = (typeof repositoryKinds)[number]

export interface PackageType {
  /** `npm`: in configurations and in the database. */
  id: string
  /** Shown to people. */
  label: string
  /** How the list of repositories spells it, which is neither of the two. */
  listed: string
  kinds: readonly RepositoryKind[]
  /** Of the four kinds, when they differ, the layout of locals. */
  layout: string
}

const all = repositoryKinds
const noFederated = ['local', 'remote', 'virtual'] as const
const noVirtual = ['local', 'remote', 'federated'] as const
const stored = ['local', 'federated'] as const

const type = (
  id: string,
  label: string,
  listed: string,
  kinds: readonly RepositoryKind[] = all,
  layout = 'simple',
): PackageType => ({ id, label, listed, kinds, layout: `${layout}-default` })

const types: readonly PackageType[] = [
  type('alpine', 'Alpine', 'Alpine'),
  type('ansible', 'Ansible', 'Ansible', all, 'ansible'),
  type('bower', 'Bower', 'Bower', all, 'bower'),
  type('buildinfo', 'Build info', 'BuildInfo', stored),
  type('cargo', 'Cargo', 'Cargo', noVirtual),
  type('chef', 'Chef', 'Chef'),
  type('cocoapods', 'CocoaPods', 'CocoaPods'),
  type('composer', 'PHP Composer', 'Composer', all, 'composer'),
  type('conan', 'Conan', 'Conan', all, 'conan'),
  type('conda', 'Conda', 'Conda'),
  type('cran', 'CRAN', 'CRAN'),
  type('debian', 'Debian', 'Debian'),
  type('docker', 'Docker', 'Docker'),
  type('gems', 'RubyGems', 'Gems'),
  type('generic', 'Generic', 'Generic'),
  type('gitlfs', 'Git LFS', 'GitLfs'),
  type('go', 'Go', 'Go', all, 'go'),
  type('gradle', 'Gradle', 'Gradle', all, 'maven-2'),
  type('helm', 'Helm', 'Helm'),
  type('helmoci', 'Helm OCI', 'HelmOCI'),
  type('hex', 'Hex', 'Hex', noFederated),
  type('huggingfaceml', 'Hugging Face', 'HuggingFaceML', noVirtual),
  type('ivy', 'Ivy', 'Ivy', all, 'ivy'),
  type('machinelearning', 'Machine learning', 'MachineLearning', stored),
  type('maven', 'Maven', 'Maven', all, 'maven-2'),
  type('nix', 'Nix', 'Nix', noFederated, 'nix'),
  type('npm', 'npm', 'Npm', all, 'npm'),
  type('nuget', 'NuGet', 'NuGet', all, 'nuget'),
  type('oci', 'OCI', 'OCI'),
  type('opkg', 'Opkg', 'Opkg'),
  type('p2', 'P2', 'P2', ['remote', 'virtual']),
  type('pub', 'Pub', 'Pub'),
  type('puppet', 'Puppet', 'Puppet', all, 'puppet'),
  type('pypi', 'PyPI', 'Pypi'),
  type('releasebundles', 'Release bundles', 'ReleaseBundles', stored, 'maven-2'),
  type('rpm', 'RPM', 'RPM'),
  type('sbt', 'sbt', 'SBT', all, 'sbt'),
  type('swift', 'Swift', 'Swift', all, 'swift'),
  type('terraform', 'Terraform', 'Terraform', all, 'terraform-module'),
  type('terraformbackend', 'Terraform backend', 'TerraformBackend', ['local']),
  type('vagrant', 'Vagrant', 'Vagrant', stored),
  type('vcs', 'VCS', 'VCS', ['remote']),
  type('aieditorextensions', 'AI editor extensions', 'AIEditorExtensions'),
  type('jetbrainsplugins', 'JetBrains plug-ins', 'JetBrainsPlugins'),
  type('agentplugins', 'Agent plug-ins', 'AgentPlugins', ['local']),
  type('skills', 'Skills', 'Skills', ['local']),
]

export const packageTypes: ReadonlyMap<string, PackageType> = new Map(types.map((one) => [one.id, one]))

/** Case does not count on the wire, and `yum` is the old name of `rpm`. */
export function findPackageType(name: string): PackageType | undefined {
  const folded = name.toLowerCase()
  return packageTypes.get(folded === 'yum' ? 'rpm' : folded)
}

/** The layout that a new repository gets when none is named. */
export function defaultLayout(kind: RepositoryKind, format: string, terraformType?: unknown): string {
  if (format === 'terraform') {
    if (kind === 'remote' || kind === 'virtual') return 'simple-default'
    return terraformType === 'provider' ? 'terraform-provider-default' : 'terraform-module-default'
  }
  return packageTypes.get(format)?.layout ?? 'simple-default'
}
