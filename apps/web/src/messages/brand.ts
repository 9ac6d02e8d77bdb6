// Names that texts mention. Renaming one is a change of this file and of nothing else.
export const brand = {
  product: 'Bindery',
  repositoryManager: 'Artifactory',
  scanner: 'Xray',
  cli: 'JFrog CLI',
} as const
