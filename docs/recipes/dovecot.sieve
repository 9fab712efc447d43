# Sieve with Dovecot's Pigeonhole; pbem-desk lies in sieve_pipe_bin_dir and calls
#   exec /srv/pbem/pbem-deliver /srv/pbem/games /srv/pbem/outbox localhost:25
require ["vnd.dovecot.pipe", "copy", "envelope", "subaddress"];
if envelope :user "to" "pbem" {
  pipe :copy "pbem-desk";
}
