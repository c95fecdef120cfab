#!/bin/sh
echo '{"available": true}'
