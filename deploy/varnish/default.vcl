# Varnish in front of Octavo's API. Needs Varnish 7 and the vmod xkey (Debian: varnish-modules).
#
# Caches responses by API key and exact URL, for the lifetime that Octavo sets, until Octavo purges one of
# their tags. Octavo needs OCTAVO_CDN=varnish and OCTAVO_CDN_URLS=http://this-varnish:port.
vcl 4.1;

import std;
import directors;
import xkey;

# One backend for each node.
backend node1 {
    .host = "127.0.0.1";
    .port = "4000";
    .first_byte_timeout = 60s;
    .probe = {
        .url = "/health";
        .interval = 1s;
        .timeout = 1s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

sub vcl_init {
    new nodes = directors.round_robin();
    nodes.add_backend(node1);
}

# Allowed to purge: the machines that run Octavo.
acl purgers {
    "localhost";
    "127.0.0.1";
    "::1";
    "10.0.0.0"/8;
    "172.16.0.0"/12;
    "192.168.0.0"/16;
}

sub vcl_recv {
    set req.backend_hint = nodes.backend();

    if (req.method == "PURGE") {
        # With OCTAVO_CDN_TOKEN, compare req.http.xkey-token here too.
        if (client.ip !~ purgers) {
            return (synth(403));
        }
        set req.http.n-gone = xkey.purge(req.http.xkey-purge);
        return (synth(200));
    }

    # Varnish has already added client.ip to X-Forwarded-For. The nodes trust it if OCTAVO_TRUST_PROXY
    # contains the address of this Varnish.

    # Clients must not set these headers.
    unset req.http.xkey-purge;
    unset req.http.xkey-token;
    unset req.http.n-gone;

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    if (req.url !~ "^/v1/" || !req.http.X-SERVICE-API-KEY) {
        return (pass);
    }
    # Live updates are endless responses, which Varnish passes on as they arrive.
    if (req.url ~ "^/v1/changes/?(\?|$)") {
        return (pass);
    }
    # Octavo's responses depend on neither.
    unset req.http.Cookie;
    unset req.http.Range;
    return (hash);
}

sub vcl_hash {
    hash_data(req.http.X-SERVICE-API-KEY);
    # The built-in rules add URL and host.
}

sub vcl_backend_fetch {
    # Varnish stores one compressed copy for all clients.
    if (bereq.http.Accept-Encoding ~ "gzip") {
        set bereq.http.Accept-Encoding = "gzip";
    } else {
        unset bereq.http.Accept-Encoding;
    }
}

sub vcl_backend_response {
    # Never serve stale objects after a purge.
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    if (bereq.uncacheable) {
        return (deliver);
    }
    if (beresp.status == 200 && beresp.http.Surrogate-Control ~ "max-age=[1-9]" && beresp.http.Surrogate-Key) {
        set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
        if (beresp.http.Age) {
            set beresp.ttl = beresp.ttl - std.duration(beresp.http.Age + "s", 0s);
        }
        # The age restarts here, with the remaining lifetime.
        unset beresp.http.Age;
        set beresp.http.xkey = beresp.http.Surrogate-Key;
        return (deliver);
    }
    # Do not cache errors, drafts and responses that a change made stale, and do not queue requests for them.
    set beresp.ttl = 0s;
    if (beresp.http.Cache-Control ~ "no-store" || beresp.status != 200) {
        set beresp.ttl = 1s;
        set beresp.uncacheable = true;
    }
    return (deliver);
}

sub vcl_backend_error {
    if (bereq.retries < 2 && (bereq.method == "GET" || bereq.method == "HEAD")) {
        set bereq.backend = nodes.backend();
        return (retry);
    }
    set beresp.status = 500;
    set beresp.http.Content-Type = "application/json; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.X-SERVICE-DETAIL = "no node could be reached";
    set beresp.http.Access-Control-Allow-Origin = "*";
    set beresp.ttl = 0s;
    synthetic("""{"status":"500","code":"Internal Server Error"}""");
    return (deliver);
}

sub vcl_synth {
    set resp.http.Content-Type = "application/json; charset=utf-8";
    set resp.http.Cache-Control = "no-store";
    if (resp.status == 200) {
        synthetic("""{"purged":""" + req.http.n-gone + """}""");
    } else if (resp.status == 403) {
        synthetic("""{"status":"403","code":"Forbidden"}""");
    } else {
        set resp.status = 500;
        set resp.reason = "Internal Server Error";
        synthetic("""{"status":"500","code":"Internal Server Error"}""");
    }
    return (deliver);
}

sub vcl_deliver {
    # Hide the purge tags from clients.
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.Surrogate-Control;
    unset resp.http.Cache-Tag;
    unset resp.http.CDN-Cache-Control;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
        # It belongs to the request that was counted.
        unset resp.http.RateLimit;
    } else {
        if (resp.http.X-Cache) {
            set resp.http.X-Cache = "MISS";
        }
        unset resp.http.Age;
    }
}
