import { expect, test } from 'vitest'
import {
  type DriveSystem,
  fileSystemType,
  isOnNetworkDrive,
  isRemoteFileSystem,
} from '../../src/watch/network-drive.ts'

const mountinfo = [
  '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
  '36 22 0:40 / /mnt/nas rw,nosuid shared:2 master:1 - nfs4 nas:/export rw',
  '37 22 0:41 / /mnt/my\\040drive rw - fuse.rclone remote: rw',
  '38 22 8:2 / /mnt/stick rw - fuseblk /dev/sdb1 rw',
  '39 36 0:42 / /mnt/nas/local rw - tmpfs tmpfs rw',
  '40 22 0:43 / /srv rw - ext4 /dev/sdc1 rw',
  '41 22 0:44 / /srv rw - cifs //host/share rw',
  '',
].join('\n')

test.each([
  ['/home/me/notes', 'ext4', false],
  ['/mnt/nas', 'nfs4', true],
  ['/mnt/nas/notes', 'nfs4', true],
  ['/mnt/nasty/notes', 'ext4', false],
  ['/mnt/nas/local/notes', 'tmpfs', false],
  ['/mnt/my drive/notes', 'fuse.rclone', true],
  ['/mnt/stick/notes', 'fuseblk', false],
  ['/srv/notes', 'cifs', true],
])('%s lies on %s (remote: %s)', (path, type, isRemote) => {
  expect(fileSystemType(mountinfo, path)).toBe(type)
  expect(isRemoteFileSystem(type)).toBe(isRemote)
})

test('without a mount that holds it, a path has no known file system', () => {
  expect(fileSystemType('', '/home')).toBeNull()
  expect(isRemoteFileSystem(null)).toBe(false)
})

const macMounts = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//ada@nas.local/notes on /Volumes/my notes (x) (smbfs, nodev, nosuid, mounted by ada)
nas:/export on /Volumes/nfs (nfs)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
`

function system(platform: NodeJS.Platform, mounts: string, real?: string): DriveSystem {
  return {
    platform,
    realpath: (path) => Promise.resolve(real ?? path),
    mounts: () => Promise.resolve(mounts),
  }
}

test.each([
  ['/Volumes/my notes (x)/work', true],
  ['/Volumes/nfs', true],
  ['/Volumes/nfsX', false],
  ['/Users/ada/notes', false],
])('on macOS %s is on a network drive: %s', async (path, isRemote) => {
  expect(await isOnNetworkDrive(path, system('darwin', macMounts))).toBe(isRemote)
})

test.each([
  ['Z:\\notes', '\\\\nas\\share\\notes', true],
  ['\\\\nas\\share', '\\\\nas\\share', true],
  ['//wsl.localhost/Debian/home', '\\\\wsl.localhost\\Debian\\home', true],
  ['\\\\?\\UNC\\nas\\share', '\\\\?\\UNC\\nas\\share', true],
  ['C:\\notes', 'C:\\notes', false],
  ['\\\\?\\C:\\notes', '\\\\?\\C:\\notes', false],
])('on Windows %s, which is %s, is on a network drive: %s', async (path, real, isRemote) => {
  expect(await isOnNetworkDrive(path, system('win32', '', real))).toBe(isRemote)
})

test('a path that is gone, and a system that is not known, are taken for a drive of this machine', async () => {
  const gone = { ...system('win32', ''), realpath: () => Promise.reject(new Error('ENOENT')) }
  expect(await isOnNetworkDrive('\\\\nas\\share', gone)).toBe(false)
  expect(await isOnNetworkDrive('/mnt', system('freebsd', mountinfo))).toBe(false)
})
