/** By the end of the name; whether it really is one shows when it is opened. */
export const isArchive = (path: string): boolean =>
  /\.(?:zip|jar|war|ear|aar|whl|nupkg|vsix|tar|tar\.gz|tgz|tar\.bz2|tbz2|apk|gem|crate)$/i.test(path)
