import { expect, test } from 'vitest'
import { fileSystemType, isRemoteFileSystem } from '../../src/watch/network-drive.ts'

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
