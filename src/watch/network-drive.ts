import { readFile, realpath } from 'node:fs/promises'

// File systems whose changes are made on another machine, of which this kernel hears nothing.
const remote = new Set(
  (
    '9p afs beegfs ceph cifs coda drvfs fuse gfs2 gpfs lustre ncpfs nfs nfs4 ocfs2 orangefs prl_fs ' +
    'smb3 smbfs vboxsf virtiofs vmhgfs'
  ).split(' '),
)

/** True where the kernel cannot tell of every change below this path. Known on Linux, false elsewhere. */
export async function isOnNetworkDrive(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    const mountinfo = await readFile('/proc/self/mountinfo', 'utf8')
    return isRemoteFileSystem(fileSystemType(mountinfo, await realpath(path)))
  } catch {
    // Without /proc nothing is known: native events are tried.
    return false
  }
}

/** `fuse.sshfs`, `fuse.rclone` and their like are remote; `fuseblk` is a local disk. */
export function isRemoteFileSystem(type: string | null): boolean {
  return type !== null && (remote.has(type) || type.startsWith('fuse.'))
}

/**
 * The type of the file system that holds an absolute path, by the text of `/proc/self/mountinfo`: the mount with the
 * longest matching folder, and of several on one folder the last, which hides the others.
 *
 *     fileSystemType('36 25 0:40 / /mnt/nas rw - nfs4 nas:/ rw', '/mnt/nas/notes')   // 'nfs4'
 */
export function fileSystemType(mountinfo: string, path: string): string | null {
  let best: { readonly folder: string; readonly type: string } | null = null
  for (const line of mountinfo.split('\n')) {
    const [mount = '', source = ''] = line.split(' - ')
    const written = mount.split(' ')[4]
    const type = source.split(' ')[0]
    if (written === undefined || type === undefined || type === '') continue
    const folder = unescapeOctal(written)
    const holds = folder === '/' || path === folder || path.startsWith(`${folder}/`)
    if (holds && (best === null || folder.length >= best.folder.length)) best = { folder, type }
  }
  return best?.type ?? null
}

/** The kernel writes a space in a folder's name as `\040`, byte by byte. */
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)))
}
