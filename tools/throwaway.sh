#!/usr/bin/env bash
# throwaway.sh "PACKAGE…" COMMAND…: run a command as root in a copy of this system that is gone afterwards.
#
# The copy lies in memory above the real files (overlayfs), has the packages installed, and a network of its own with
# nothing in it but itself: so a mail server runs there on port 25, with the paths, users and ports of its recipe, and
# neither ousts nor meets the one of the machine. Needs root, unshare and overlayfs (a virtual machine has them, a
# container seldom); PBEM_THROWAWAY says to the command that it may change whatever it likes.
set -euo pipefail
PACKAGES=$1
shift
if [ -z "${PBEM_THROWAWAY:-}" ]; then
  export PBEM_THROWAWAY=1
  exec unshare --mount bash "$0" "$PACKAGES" "$@"
fi
LAYER=$(mktemp -d)
mount --make-rprivate /
mount -t tmpfs none "$LAYER"
mkdir "$LAYER"/{upper,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$LAYER/upper,workdir=$LAYER/work" "$LAYER/root"
for place in proc dev sys; do mount --rbind "/$place" "$LAYER/root/$place"; done
mount -t tmpfs -o mode=1777 none "$LAYER/root/tmp"
chroot "$LAYER/root" bash -c '
  printf "#!/bin/sh\nexit 101\n" > /usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d  # nothing is started
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends '"$PACKAGES"'
' >"$LAYER/install.log" 2>&1 || { cat "$LAYER/install.log"; exit 1; }
exec chroot "$LAYER/root" unshare --net --pid --fork --kill-child --mount-proc bash -c '
  cd "$1"; shift
  python3 -c "import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack(\"16sh\", b\"lo\", 0x49))"  # the loopback is up
  exec "$@"' throwaway "$PWD" "$@"
