#!/bin/sh
# Starts Varnish in front of the nodes in OCTAVO_NODES ("node1:4000 node2:4000").
set -eu
nodes=${OCTAVO_NODES:-127.0.0.1:4000}
vcl=/etc/varnish/default.vcl

awk -v nodes="$nodes" '
  BEGIN { count = split(nodes, node, " ") }
  /^backend node1 \{/ { inside = 1; block = "" }
  inside {
    block = block $0 "\n"
    if ($0 != "}") next
    inside = 0
    for (i = 1; i <= count; i++) {
      split(node[i], place, ":")
      one = block
      sub(/node1/, "node" i, one)
      sub(/"127\.0\.0\.1"/, "\"" place[1] "\"", one)
      sub(/"4000"/, "\"" place[2] "\"", one)
      printf "%s\n", one
    }
    next
  }
  /nodes\.add_backend\(node1\);/ {
    for (i = 1; i <= count; i++) printf "    nodes.add_backend(node%d);\n", i
    next
  }
  { print }
' "$vcl" >/tmp/octavo.vcl

exec varnishd -F -a ":${VARNISH_PORT:-8080}" -f /tmp/octavo.vcl -s "malloc,${VARNISH_MEMORY:-256m}"
