import { execFile } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { promisify } from 'node:util'

// File systems that are changed on another machine without this kernel noticing.
const remote = new Set(
  (
    '9p afpfs afs beegfs ceph cifs coda drvfs fuse gfs2 gpfs lustre ncpfs nfs nfs4 ocfs2 orangefs prl_fs ' +
    'smb3 smbfs vboxsf virtiofs vmhgfs webdav'
  ).split(' '),
)

/** What is asked of the system. */
export interface DriveSystem {
  readonly platform: NodeJS.Platform
  readonly realpath: (path: string) => Promise<string>
  /** `/proc/self/mountinfo` on Linux, the output of `mount` on macOS. */
  readonly mounts: () => Promise<string>
}

/**
 * True where the kernel cannot report every change below this path; false where that is unknown: native events are
 * tried.
 */
export async function isOnNetworkDrive(path: string, system: DriveSystem = thisSystem): Promise<boolean> {
  try {
    const real = await system.realpath(path)
    switch (system.platform) {
      case 'linux':
        return isRemoteFileSystem(fileSystemType(await system.mounts(), real))
      case 'darwin':
        return isRemoteFileSystem(mountedType(await system.mounts(), real))
      case 'win32':
        // A drive letter for a share leads to the share.
        return /^[\\/]{2}(?![?.][\\/](?!UNC))/i.test(real)
      default:
        return false
    }
  } catch {
    return false
  }
}

const thisSystem: DriveSystem = {
  platform: process.platform,
  realpath,
  mounts: async () =>
    process.platform === 'linux'
      ? await readFile('/proc/self/mountinfo', 'utf8')
      : (await promisify(execFile)('/sbin/mount', { timeout: 2000 })).stdout,
}

/** `fuse.sshfs`, `fuse.rclone` and the like are remote; `fuseblk` is a local disk. */
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
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [mount = '', source = ''] = line.split(' - ')
    const folder = mount.split(' ')[4]
    const type = source.split(' ')[0]
    return folder === undefined || !type ? [] : [{ folder: unescapeOctal(folder), type }]
  })
  return typeAt(mounts, path)
}

/**
 * The type of the file system that holds an absolute path, by what macOS's `mount` prints.
 *
 *     mountedType('//ada@nas/notes on /Volumes/notes (smbfs, nodev)', '/Volumes/notes/a')   // 'smbfs'
 */
export function mountedType(mounts: string, path: string): string | null {
  const listed = mounts.split('\n').flatMap((line) => {
    const [, folder, type] = /^.* on (\/.*) \(([^,)]+)[^()]*\)$/.exec(line) ?? []
    return folder === undefined || type === undefined ? [] : [{ folder, type }]
  })
  return typeAt(listed, path)
}

interface Mount {
  readonly folder: string
  readonly type: string
}

function typeAt(mounts: readonly Mount[], path: string): string | null {
  const around = mounts.filter(
    ({ folder }) => folder === '/' || path === folder || path.startsWith(`${folder}/`),
  )
  const longest = Math.max(...around.map(({ folder }) => folder.length))
  return around.findLast(({ folder }) => folder.length === longest)?.type ?? null
}

/** The kernel writes a space in a folder's name as `\040`, byte by byte. */
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)))
}
