// The tables of builds: what the files of build-info repositories say, as rows that can be asked. Each build belongs to
// the file that it was read from, and goes with it.

export interface BuildsTables {
  builds: BuildRow
  build_modules: BuildModuleRow
  build_artifacts: BuildArtifactRow
  build_dependencies: BuildDependencyRow
  build_promotions: BuildPromotionRow
  build_properties: BuildPropertyRow
}

/** One run of a build. */
export interface BuildRow {
  id: string
  /** The build-info repository. */
  repository_id: string
  /** The file that says all this. */
  node_id: string
  /** The digest of that file. */
  sha256: string
  name: string
  number: string
  /** In UTC with milliseconds, so that texts sort by time. */
  started: string
  /** Empty when it belongs to none. */
  project_key: string
  url: string
  /** What ran it: the name and version of the agent of the build, else of the tool. */
  agent: string
  /** Who the CI server says has started it. */
  principal: string
  duration_ms: number
  revision: string
  branch: string
  artifact_count: number
  dependency_count: number
  /** The status that was given last by a promotion; empty when there was none. */
  status: string
  created_at: string
  created_by: string
  modified_at: string
  modified_by: string
}

export interface BuildModuleRow {
  id: string
  build_id: string
  /** Counts from 0 in the order of the file. */
  position: number
  /** What the file calls its id, such as `group:artifact:version`. */
  name: string
  type: string
  repository: string
}

export interface BuildArtifactRow {
  module_id: string
  position: number
  name: string
  type: string
  /** Digests are in lower case; empty when the file has none. */
  sha1: string
  sha256: string
  md5: string
  /** Where it was deployed, when the file says so. */
  path: string
  repository: string
}

export interface BuildDependencyRow {
  module_id: string
  position: number
  /** What the file calls its id. */
  name: string
  type: string
  sha1: string
  sha256: string
  md5: string
  repository: string
  /** A JSON list of names. */
  scopes: string
}

/** What was said of a build after it was made; the last one stands in the build's own row, too. */
export interface BuildPromotionRow {
  build_id: string
  position: number
  status: string
  comment: string
  repository: string
  created_at: string
  created_by: string
  ci_user: string
}

/** Among them the environment, as `buildInfo.env.NAME`. */
export interface BuildPropertyRow {
  build_id: string
  key: string
  value: string
}
