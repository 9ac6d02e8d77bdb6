// Content types by the end of a file's name. What is not listed is plain bytes, which no browser runs.
const types: Record<string, string> = {
  '.7z': 'application/x-7z-compressed',
  '.bz2': 'application/x-bzip2',
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.deb': 'application/vnd.debian.binary-package',
  '.gif': 'image/gif',
  '.gz': 'application/x-gzip',
  '.html': 'text/html',
  '.ivy': 'application/x-ivy+xml',
  '.jar': 'application/java-archive',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.pom': 'application/x-maven-pom+xml',
  '.rpm': 'application/x-rpm',
  '.svg': 'image/svg+xml',
  '.tar': 'application/x-tar',
  '.tgz': 'application/x-gzip',
  '.txt': 'text/plain',
  '.war': 'application/java-archive',
  '.whl': 'application/zip',
  '.xml': 'application/xml',
  '.xz': 'application/x-xz',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zip': 'application/zip',
  '.zst': 'application/zstd',
}

export function mimeTypeOf(path: string): string {
  const dot = path.lastIndexOf('.')
  return (dot >= 0 && types[path.slice(dot).toLowerCase()]) || 'application/octet-stream'
}
